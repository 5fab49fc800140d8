use super::*;

/// The whole policy as a table that a non-engineer can read.
#[test]
fn access_table() {
    let mut table = format!("{:<16}", "permission");
    for column in
        Role::ALL.iter().map(|role| role.name()).chain(KeyScope::ALL.iter().map(|scope| scope.name()))
    {
        table += &format!("{column:>8}");
    }
    for &permission in Permission::ALL {
        table += &format!("\n{:<16}", permission.name());
        let by_role = Role::ALL.iter().map(|&role| allows(role, permission));
        let by_key = KeyScope::ALL.iter().map(|&scope| KeyScopes::from_iter([scope]).cover(permission));
        for yes in by_role.chain(by_key) {
            table += &format!("{:>8}", if yes { "yes" } else { "-" });
        }
    }
    insta::assert_snapshot!("access_table", table);
}

#[test]
fn a_key_without_scopes_can_do_nothing() {
    assert!(Permission::ALL.iter().all(|&permission| !KeyScopes::default().cover(permission)));
}

#[test]
fn an_unknown_word_names_the_known_ones() {
    let error = "root".parse::<Role>().unwrap_err().to_string();
    assert_eq!(error, "`root` is not a role; use one of owner, admin, agent, member, guest");
}
